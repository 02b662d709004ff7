import { productFileTypes } from '@sheetwright/contract/documents/file-types.ts'
import { productStatusLevels } from '@sheetwright/contract/products/product.ts'
import type { LookupEntry, LookupName } from '@sheetwright/contract/system/lookup.ts'
import type { Settings } from '../../settings.ts'
import type { Release } from './release-notes.ts'

/** What every tenant starts from. Its own entries are laid over these. */
export function builtInLookups(settings: Settings, release: Release): Record<LookupName, readonly LookupEntry[]> {
  return {
    'Metadata.CoverImages': [],
    ProductCategories: [
      { key: 'Life', value: 'Life', icon: 'heart' },
      { key: 'Health', value: 'Health', icon: 'first-aid' },
      { key: 'Motor', value: 'Motor', icon: 'car' },
      { key: 'Property', value: 'Property', icon: 'home' },
      { key: 'Casualty', value: 'Casualty', icon: 'shield' },
      { key: 'Travel', value: 'Travel', icon: 'plane' },
      { key: 'Pension', value: 'Pension', icon: 'coins' },
    ],
    ProductStatus: Object.keys(productStatusLevels).map(plain),
    ExecutePurpose: ['Single Run', 'Batch', 'Test', 'Demo', 'Production'].map(plain),
    ReleaseNote: [{ key: release.version, value: release.note, icon: null }],
    ReleaseVersion: [{ key: 'ReleaseVersion', value: release.version, icon: null }],
    FileTypes: productFileTypes.map(plain),
    CategoryIcons: ['heart', 'first-aid', 'car', 'home', 'shield', 'plane', 'coins', 'briefcase', 'ship', 'leaf'].map(
      plain,
    ),
    GitBookUrl:
      settings.userGuideUrl === undefined ? [] : [{ key: 'GitBookUrl', value: settings.userGuideUrl, icon: null }],
  }
}

function plain(word: string): LookupEntry {
  return { key: word, value: word, icon: null }
}
