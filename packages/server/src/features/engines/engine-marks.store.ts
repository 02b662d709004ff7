import type { AnchoredInterface } from '@sheetwright/compiler/interface.ts'
import type { Iteration } from '@sheetwright/contract/engines/iteration.ts'
import type { MarkedInterface } from '@sheetwright/contract/engines/marked-interface.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { engineIdOf } from './engine.store.ts'
import { listVersions } from './engine-version.store.ts'

interface NamedEngine {
  readonly productId: string
  readonly serviceName: string
}

/** The marks of the newest version of an engine; undefined without a version, or if its workbook has names. */
export async function latestMarks(tx: TenantTransaction, engine: NamedEngine): Promise<AnchoredInterface | undefined> {
  return (await newestVersion(tx, engine))?.marks ?? undefined
}

/** The author's setting for circular cells; null if none. */
export async function latestIteration(tx: TenantTransaction, engine: NamedEngine): Promise<Iteration | null> {
  return (await newestVersion(tx, engine))?.iteration ?? null
}

async function newestVersion(tx: TenantTransaction, { productId, serviceName }: NamedEngine) {
  const engineId = await engineIdOf(tx, productId, serviceName)
  if (engineId === undefined) return undefined
  const [newest] = await listVersions(tx, engineId, { withArchived: false })
  return newest
}

/** Marks as people enter them, without the anchors that find them again. */
export function plainMarks({ inputs, outputs }: AnchoredInterface): MarkedInterface {
  const plain = ({ name, cell, description, type }: AnchoredInterface['inputs'][number]) => ({
    name,
    cell,
    ...(description === undefined ? {} : { description }),
    ...(type === undefined ? {} : { type }),
  })
  return { inputs: inputs.map(plain), outputs: outputs.map(plain) }
}
