import { ApiError } from '@sheetwright/contract/api-error.ts'
import { useQuery } from '@tanstack/react-query'
import type { OpenApiDocument } from './open-api.ts'

export const documentAddress = '/api/openapi.json'

/** The description of all calls; it does not change while the server runs. */
export function useOpenApi() {
  return useQuery({
    queryKey: ['open-api'],
    queryFn: ({ signal }) => fetchDocument(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
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
