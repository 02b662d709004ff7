import { z } from 'zod'
import { moment } from '../dates.ts'
import { apiProblem } from '../master-api/master-api-definition.ts'
import { localizedText } from './localized-text.ts'
import { picture } from './picture.ts'
import { sectionKey } from './section-key.ts'

const html = z.string().max(20_000)

/** Formatted text, as the summary editor writes it. The server strips anything else. */
const richText = z.strictObject({ en: html.optional(), ja: html.optional() }).meta({ id: 'LocalizedRichText' })

/** One step of a tutorial. */
const tutorialStep = z
  .strictObject({
    title: localizedText,
    text: richText.optional(),
    picture: picture.optional(),
    pictureText: localizedText.optional().describe('What the picture shows, for those who do not see it'),
    section: sectionKey.optional().describe('The section of the form that the step is about'),
    values: z.record(z.string(), z.unknown()).optional().describe('Inputs that the step fills in when asked to'),
  })
  .meta({ id: 'TutorialStep' })

export type TutorialStep = z.infer<typeof tutorialStep>

/** Texts, pictures and steps around a calculator. */
export const tutorial = z
  .strictObject({ intro: richText.optional(), steps: z.array(tutorialStep).max(50) })
  .meta({ id: 'Tutorial' })

export type Tutorial = z.infer<typeof tutorial>

/** A calculator published with its own form, as a product's list shows it. */
export const tutorialEntry = z
  .object({
    engineId: z.uuid(),
    serviceName: z.string(),
    title: localizedText,
    steps: z.int().min(0),
    number: z.int().min(1).describe('Of the published form'),
    publishedBy: z.string(),
    publishedAt: moment,
    problems: z
      .array(apiProblem)
      .nullable()
      .describe('Where engine or form do not fit the master API definition; null where the product has none'),
  })
  .meta({ id: 'TutorialEntry' })

export type TutorialEntry = z.infer<typeof tutorialEntry>
