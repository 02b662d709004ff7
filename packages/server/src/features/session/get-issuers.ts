import { getIssuers } from '@sheetwright/contract/session/get-issuers.ts'
import { handle } from '../../platform/http/handle.ts'
import { publicPart } from '../../platform/identity/issuers.ts'

export const getIssuersHandler = handle(getIssuers, ({ services }) => services.identity.issuers.map(publicPart))
