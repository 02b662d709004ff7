import type { ResultOf } from '@sheetwright/contract/call.ts'
import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { searchServices } from '@sheetwright/contract/engines/search-services.ts'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { useApi } from '../../platform/api/use-api.ts'
import { inJapanese } from './in-japanese.ts'
import type { OpenApiDocument } from './open-api.ts'

export const documentAddress = '/api/openapi.json'

/** The OpenAPI document in the user's language; it does not change while the server runs. */
export function useOpenApi() {
  const language = useIntl().locale.startsWith('ja') ? 'ja' : 'en'
  return useQuery({
    queryKey: ['open-api', language],
    queryFn: ({ signal }) => (language === 'ja' ? fetchJapanese(signal) : fetchDocument(signal)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

async function fetchJapanese(signal: AbortSignal): Promise<OpenApiDocument> {
  const [document, { default: texts }] = await Promise.all([fetchDocument(signal), import('./reference-texts.ja.json')])
  return inJapanese(document, texts)
}

async function fetchDocument(signal: AbortSignal): Promise<OpenApiDocument> {
  const answer = await fetch(documentAddress, { signal }).catch((cause: unknown) => {
    throw new ApiError('UNABLE_TO_CONNECT', 'The server could not be reached', { cause })
  })
  if (!answer.ok) {
    throw new ApiError('UNABLE_TO_PARSE_RESPONSE', 'The description of the calls could not be read', {
      status: answer.status,
    })
  }
  return answer.json()
}

export type OwnService = ResultOf<typeof searchServices>['response_data']['services'][number]

/** Number of engines to choose an example from. */
const mostExamples = 100

/** The user's running engines, most recently changed first. */
export function useOwnServices(tenant: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['api-reference', 'services', tenant],
    queryFn: async ({ signal }) => {
      const body = { request_data: { page_size: mostExamples } }
      const { response_data: found } = await api.call(searchServices, { params: { tenant }, body, signal })
      return found.services.filter(({ status }) => status === 'Active')
    },
  })
}

/** The inputs saved in the workbook of an engine. */
export function useServiceExample(product: string, engine: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['api-reference', 'example', product, engine],
    queryFn: async ({ signal }) => {
      const detail = await api.call(getEngine, { params: { product, engine }, signal })
      return Object.fromEntries(detail.interface.inputs.map((port) => [port.name, port.default]))
    },
  })
}
