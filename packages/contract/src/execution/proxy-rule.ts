import { z } from 'zod'

export const proxyRule = z
  .object({
    id: z.uuid(),
    ProductName: z.string(),
    ServiceName: z.string(),
    UrlSuffix: z.string(),
    url: z.string().describe('Where the engine is executed under this address'),
  })
  .meta({ id: 'ProxyRule' })
