import { z } from 'zod'

/** One of some words in any case, as existing clients write them; an empty text is the first. */
export function anyCase<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z
    .string()
    .toLowerCase()
    .transform((text) => (text === '' ? words[0] : text))
    .pipe(z.enum(words))
    .meta({ enum: [...words] })
}
