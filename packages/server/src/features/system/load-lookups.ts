import { type LookupEntry, type LookupName, lookupNames } from '@sheetwright/contract/system/lookup.ts'
import type { Services } from '../../services.ts'
import { builtInLookups } from './built-in-lookups.ts'
import { overlay, readLookupEntries } from './lookup.store.ts'
import { currentRelease } from './release-notes.ts'

export type Lookups = Partial<Record<LookupName, LookupEntry[]>>

export async function loadLookups({ db, settings }: Services, tenantId: string): Promise<Lookups> {
  const [own, release] = await Promise.all([db.inTenant(tenantId, readLookupEntries), currentRelease()])
  const builtIn = builtInLookups(settings, release)
  return Object.fromEntries(lookupNames.map((name) => [name, overlay(builtIn[name], own, name)]))
}

export function only(lookups: Lookups, name: LookupName | undefined): Lookups {
  return name === undefined ? lookups : { [name]: lookups[name] ?? [] }
}
