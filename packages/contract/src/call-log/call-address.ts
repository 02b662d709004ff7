import { z } from 'zod'
import { engineAddress } from '../execution/engine-address.ts'

export const callParams = engineAddress.extend({ call: z.uuid() })
