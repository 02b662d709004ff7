import { builtInCategories, categoryIcons } from '@sheetwright/contract/categories/category.ts'
import { productFileTypes } from '@sheetwright/contract/documents/file-types.ts'
import { productStatusLevels } from '@sheetwright/contract/products/product.ts'
import type { LookupEntry, LookupName } from '@sheetwright/contract/system/lookup.ts'
import type { Settings } from '../../settings.ts'
import type { Release } from './release-notes.ts'

/** The defaults of every tenant. The tenant's own entries override them. */
export function builtInLookups(settings: Settings, release: Release): Record<LookupName, readonly LookupEntry[]> {
  return {
    'Metadata.CoverImages': [],
    ProductCategories: builtInCategories,
    ProductStatus: Object.keys(productStatusLevels).map(plain),
    ExecutePurpose: ['Single Run', 'Batch', 'Test', 'Demo', 'Production'].map(plain),
    ReleaseNote: [{ key: release.version, value: release.note, icon: null }],
    ReleaseVersion: [{ key: 'ReleaseVersion', value: release.version, icon: null }],
    FileTypes: productFileTypes.map(plain),
    CategoryIcons: categoryIcons.map(plain),
    GitBookUrl:
      settings.userGuideUrl === undefined ? [] : [{ key: 'GitBookUrl', value: settings.userGuideUrl, icon: null }],
  }
}

function plain(word: string): LookupEntry {
  return { key: word, value: word, icon: null }
}
