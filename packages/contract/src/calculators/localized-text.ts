import { z } from 'zod'

/** A text for readers, in the available languages. If one is missing, the other is shown. */
export const localizedText = z
  .strictObject({ en: z.string().max(4000).optional(), ja: z.string().max(4000).optional() })
  .meta({ id: 'LocalizedText' })

export type LocalizedText = z.infer<typeof localizedText>

export function textIn(text: LocalizedText | undefined, language: 'en' | 'ja'): string {
  return (language === 'ja' ? text?.ja || text?.en : text?.en || text?.ja) ?? ''
}
