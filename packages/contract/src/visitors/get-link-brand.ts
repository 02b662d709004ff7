import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { visitorFields } from './visitor-fields.ts'

/** The owner of a link's calculator, as the sign-in page shows it. */
const linkBrand = z
  .object({
    organisation: z.string().nullable().describe('Null for a link that does not exist or has ended'),
    logo: z.string().nullable().describe('A picture as a data: address'),
    colour: z.string().nullable(),
  })
  .meta({ id: 'LinkBrand' })

export const getLinkBrand = defineCall({
  id: 'visitors.getLinkBrand',
  method: 'GET',
  path: '/api/v1/userlogin/keycloak/GetLinkBrand',
  summary: 'Name, logo and colour of the organisation that made a link, for the page that asks for the code.',
  caller: 'anyone',
  query: z.strictObject(visitorFields),
  output: data(linkBrand),
  errors: [],
})
