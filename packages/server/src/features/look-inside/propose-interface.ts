import type { InterfaceProposal } from '@sheetwright/contract/look-inside/proposal.ts'
import { proposeInterface } from '@sheetwright/contract/look-inside/propose-interface.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireProduct } from '../engines/engine.access.ts'

export const proposeInterfaceHandler = handle(
  proposeInterface,
  async ({ caller, params, files, services: { db, books } }) => {
    const { tenantId } = caller
    await db.inTenant(tenantId, (tx) => requireProduct(tx, caller, params.product, 'write'))
    const book = { tenantId, fileHash: files.file.hash, locale: 'en-US' }
    return (await books.ask({ ...book, question: { kind: 'proposals' } })) as InterfaceProposal
  },
)
