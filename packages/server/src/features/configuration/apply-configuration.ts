import { applyConfiguration } from '@sheetwright/contract/configuration/apply-configuration.ts'
import { handle } from '../../platform/http/handle.ts'
import { applyFile } from './apply-file.ts'
import { changeConfiguration } from './change-configuration.ts'

export const applyConfigurationHandler = handle(applyConfiguration, (context) =>
  changeConfiguration(context, (tx, actor) => applyFile(tx, actor, context.body)),
)
