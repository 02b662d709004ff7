import { previewMapping, previewRecords } from '@sheetwright/contract/ingenium/preview-mapping.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { findRunnable } from '../engines/engine-version.store.ts'
import { cutPart, runCases } from '../execution/run-cases.access.ts'
import { checkMapping } from './check-mapping.ts'
import { requireEngineVersion } from './engine-of-mapping.access.ts'
import { beginning } from './layout/raw-record.ts'
import { wantedOutputs } from './mapping/map-record.ts'
import { startPolicyProcess } from './policy-process.ts'
import { readAnswer, shownRecords } from './policy-request.ts'

export const previewMappingHandler = handle(
  previewMapping,
  async ({ caller, body, files: { file }, services, signal }) => {
    const { db, files, execution, settings } = services
    const { tenantId } = caller
    const { engineId, mapping } = body
    const runnable = await db.inTenant(tenantId, async (tx) => {
      const { version } = await requireEngineVersion(tx, caller, engineId, 'execute')
      await checkMapping(files, tenantId, version, mapping)
      return findRunnable(tx, { engineId, versionId: version.id, at: new Date(), mayEdit: true })
    })
    if (runnable.kind !== 'version' && runnable.kind !== 'inactive') {
      throw new CallError('NO_ACTIVE_VERSION', 'The engine has no version that runs')
    }
    const child = await startPolicyProcess(await files.open(tenantId, file.hash), mapping, beginning, signal)
    try {
      const { parts, problem } = readAnswer.parse(await child.ask({ kind: 'read' }))
      if (problem !== null) return { records: [], problem }
      const options = {
        at: Date.now(),
        seed: 1,
        correlationId: '',
        subservice: undefined,
        outputs: wantedOutputs(mapping),
        validate: undefined,
      }
      const seconds = settings.calculationSeconds
      const computer = { execution, tenantId, version: runnable.version, options, seconds, signal }
      const texts = await runCases(computer, [cutPart(parts, 0, previewRecords)])
      const records = shownRecords.parse(
        await child.ask({
          kind: 'show',
          most: previewRecords,
          texts: texts.map(({ count, outputs, errors }) => ({ count, outputs, errors })),
        }),
      )
      return { records, problem: null }
    } finally {
      await child.close()
    }
  },
)
