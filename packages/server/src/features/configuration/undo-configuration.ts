import { undoConfiguration } from '@sheetwright/contract/configuration/undo-configuration.ts'
import { handle } from '../../platform/http/handle.ts'
import { undoFile } from './apply-file.ts'
import { changeConfiguration } from './change-configuration.ts'

export const undoConfigurationHandler = handle(undoConfiguration, (context) =>
  changeConfiguration(context, (tx, actor) => undoFile(tx, actor, context.params.change)),
)
