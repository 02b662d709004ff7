import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import type { PolicyMapping } from '@sheetwright/contract/ingenium/mapping.ts'
import type { Files } from '../../platform/files/files.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { readBuild, renamedInterface } from '../engines/engine-build.store.ts'
import type { StoredVersion } from '../engines/engine-version.store.ts'

/** The interface of a version, with the names that callers use. */
async function interfaceOf(
  files: Files,
  tenantId: string,
  { buildHash, portNames }: Pick<StoredVersion, 'buildHash' | 'portNames'>,
): Promise<EngineInterface> {
  const { publicInterface } = await readBuild(files, tenantId, buildHash)
  return renamedInterface(publicInterface, portNames)
}

/** Refuses a mapping with inputs or outputs that the engine does not have. */
export async function checkMapping(
  files: Files,
  tenantId: string,
  version: StoredVersion,
  { inputs, outputs }: PolicyMapping,
): Promise<void> {
  const ports = await interfaceOf(files, tenantId, version)
  const [takes, gives] = [ports.inputs.map(({ name }) => name), ports.outputs.map(({ name }) => name)]
  const errors = [
    ...inputs.flatMap(({ input }, i) =>
      takes.includes(input)
        ? []
        : [
            {
              field: `body.mapping.inputs.${i}.input`,
              message: 'is no input of the engine',
              allowed: takes.join(', '),
            },
          ],
    ),
    ...outputs.flatMap(({ from }, i) =>
      from.kind !== 'output' || gives.includes(from.name)
        ? []
        : [
            {
              field: `body.mapping.outputs.${i}.from.name`,
              message: 'is no output of the engine',
              allowed: gives.join(', '),
            },
          ],
    ),
  ]
  if (errors.length === 0) return
  throw new CallError(
    'INVALID_POLICY_MAPPING',
    errors.map(({ field, message }) => `${field} ${message}`).join('; '),
    errors,
  )
}
