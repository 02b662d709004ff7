import { config } from 'zod'

// The schemas of the contract would try to compile themselves with eval, which the content-security policy refuses.
config({ jitless: true })
