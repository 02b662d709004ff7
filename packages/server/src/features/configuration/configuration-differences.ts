import type {
  ConfigurationDifference,
  ConfigurationFile,
} from '@sheetwright/contract/configuration/configuration-file.ts'

/** The changes that applying `after` makes. Flags and groups that it leaves out stay unchanged. */
export function differencesOf(before: ConfigurationFile, after: ConfigurationFile): ConfigurationDifference[] {
  const named = new Set(after.groupRules.map(({ userGroup }) => userGroup))
  const known = before.groupRules.filter(({ userGroup }) => named.has(userGroup))
  const [old, now] = [
    facts({ ...before, groupRules: known }),
    facts({ ...after, flags: { ...before.flags, ...after.flags } }),
  ]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const [was, is] = [old.get(path) ?? null, now.get(path) ?? null]
    return was === is ? [] : [{ path, before: was, after: is }]
  })
}

/** Every single setting by its path. */
function facts(file: ConfigurationFile): Map<string, string> {
  const all: [string, string][] = Object.entries(file.flags).map(([flag, on]) => [`flags.${flag}`, String(on)])
  if (file.userGuideUrl !== null) all.push(['userGuideUrl', file.userGuideUrl])
  for (const list of ['categories', 'productStatuses', 'purposes', 'fileTypes'] as const) {
    // Field by field: the database stores the fields of a file in another order.
    for (const entry of file[list]) {
      const { key, value } = entry
      all.push([`${list}.${key}`, JSON.stringify('icon' in entry ? { value, icon: entry.icon } : { value })])
    }
    if (file[list].length > 1) all.push([`${list} (order)`, file[list].map(({ key }) => key).join(', ')])
  }
  all.push(['boardColumns', file.boardColumns.map(({ name }) => name).join(', ')])
  for (const { userGroup, moduleRules } of file.groupRules) {
    all.push([`groupRules.${userGroup}`, ''])
    for (const { moduleName, rules } of moduleRules) {
      for (const { ruleName, ruleValue } of rules) {
        all.push([`groupRules.${userGroup}.${moduleName}.${ruleName}`, JSON.stringify(ruleValue)])
      }
    }
  }
  return new Map(all)
}
