import { getIssuers as call } from '@sheetwright/contract/session/get-issuers.ts'
import { handle } from '../../platform/http/handle.ts'
import { publicPart } from '../../platform/identity/issuers.ts'

export const getIssuers = handle(call, ({ services }) => services.identity.issuers.map(publicPart))
