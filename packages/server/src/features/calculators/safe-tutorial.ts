import type { FormLayout } from '@sheetwright/contract/calculators/form-layout.ts'
import type { Tutorial } from '@sheetwright/contract/calculators/tutorial.ts'
import { safeRichText } from '../../platform/html/rich-text.ts'
import { HtmlUnfolds } from '../../platform/html/sanitise-html.ts'
import { CallError } from '../../platform/http/call-error.ts'

type RichText = NonNullable<Tutorial['intro']>

/** Reduces the formatted texts of a layout to safe rich text, whoever sent them. */
export function withSafeTutorial(layout: FormLayout): FormLayout {
  const { tutorial } = layout
  if (tutorial === undefined) return layout
  const steps = tutorial.steps.map((step, index) =>
    step.text === undefined ? step : { ...step, text: safe(step.text, `tutorial.steps[${index}].text`) },
  )
  const intro = tutorial.intro === undefined ? {} : { intro: safe(tutorial.intro, 'tutorial.intro') }
  return { ...layout, tutorial: { ...tutorial, ...intro, steps } }
}

function safe({ en, ja }: RichText, key: string): RichText {
  try {
    return {
      ...(en === undefined ? {} : { en: safeRichText(en) }),
      ...(ja === undefined ? {} : { ja: safeRichText(ja) }),
    }
  } catch (error) {
    if (!(error instanceof HtmlUnfolds)) throw error
    const message = 'leaves too many elements open'
    throw new CallError('PRODUCT_TUTORIAL_UPLOAD_ERROR', `A text ${message}`, [{ field: key, message }])
  }
}
