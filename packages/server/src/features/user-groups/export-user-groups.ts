import { exportUserGroups } from '@sheetwright/contract/user-groups/export-user-groups.ts'
import { ruleModules } from '@sheetwright/contract/user-groups/rules.ts'
import { handle } from '../../platform/http/handle.ts'
import { sheetsFile } from '../../platform/workbook/sheets-file.ts'
import { listGroups, type StoredGroup } from './user-group.store.ts'

const columns = Object.entries(ruleModules).flatMap(([moduleName, rules]) =>
  Object.keys(rules).map((ruleName) => ({ moduleName, ruleName })),
)

export const exportUserGroupsHandler = handle(exportUserGroups, async ({ caller, services: { db } }) => {
  const everything = { query: '', page: 1, pageSize: 10_000 }
  const { items } = await db.inTenant(caller.tenantId, (tx) => listGroups(tx, everything))
  const headings = ['User group', 'Members', ...columns.map(({ moduleName, ruleName }) => `${moduleName}.${ruleName}`)]
  return {
    fileName: 'usergroups.xlsx',
    open: () => sheetsFile([{ name: 'User groups', rows: [headings, ...items.map(rowOf)], headings: 1 }]),
  }
})

function rowOf(group: StoredGroup) {
  const { label, members } = group
  return [label, members, ...columns.map((column) => valueOf(group, column))]
}

function valueOf({ moduleRules }: StoredGroup, { moduleName, ruleName }: (typeof columns)[number]) {
  const rules = moduleRules.find((module) => module.moduleName === moduleName)?.rules
  return rules?.find((rule) => rule.ruleName === ruleName)?.ruleValue ?? null
}
