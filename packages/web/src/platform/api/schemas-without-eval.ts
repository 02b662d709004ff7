import { config } from 'zod'

// The schemas of the contract would compile themselves with eval, which the content-security policy refuses.
config({ jitless: true })
