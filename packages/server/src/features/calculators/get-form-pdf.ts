import { Readable } from 'node:stream'
import { getFormPdf } from '@sheetwright/contract/calculators/get-form-pdf.ts'
import { handle } from '../../platform/http/handle.ts'
import { answerFormSpec, answerFormState } from './answer-form.ts'
import { formPdf, printedLogo } from './pdf/form-pdf.ts'
import { printForm } from './pdf/print-form.ts'

export const getFormPdfHandler = handle(getFormPdf, async (context) => {
  const { body, services, signal } = context
  const { form, language, scenarios } = body
  const spec = await answerFormSpec({ ...context, body: { form, versionId: body.versionId } })
  // One PDF shows one version, even if another is published meanwhile.
  const { versionId } = spec.engine
  const states = await Promise.all(
    scenarios.map((inputs) =>
      answerFormState({ ...context, body: { form, versionId, inputs }, bodyText: JSON.stringify({ inputs }) }),
    ),
  )
  const at = new Date()
  const logo = await printedLogo(spec.brand.logo)
  const content = await formPdf(services, printForm({ spec, states, language, at, logo }), signal)
  const fileName = `${spec.engine.serviceName} ${at.toISOString().slice(0, 10)}.pdf`
  return { fileName, contentType: 'application/pdf', open: () => Readable.from([content]) }
})
