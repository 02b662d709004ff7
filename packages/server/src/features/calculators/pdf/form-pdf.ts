import path from 'node:path'
import sharp from 'sharp'
import { pdfInChild } from '../../../platform/pdf/pdf-in-child.ts'
import type { Services } from '../../../services.ts'
import type { PrintedForm } from './printed-form.ts'

const childModule = path.join(import.meta.dirname, 'form-pdf-child.ts')
const mostPoints = 16_000_000
const logoHeight = 128

/** Renders a printed calculator as PDF in a child process. */
export function formPdf(
  { settings }: Pick<Services, 'settings'>,
  form: PrintedForm,
  signal: AbortSignal,
): Promise<Buffer> {
  return pdfInChild(childModule, form, settings, signal)
}

/** Converts the logo to PNG, which a PDF can embed. A damaged logo is left out, as pages leave it out. */
export async function printedLogo(logo: string | null): Promise<string | null> {
  if (logo === null) return null
  const picture = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64')
  try {
    const made = await sharp(picture, { limitInputPixels: mostPoints })
      .resize({ height: logoHeight, width: 4 * logoHeight, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
    return made.toString('base64')
  } catch {
    return null
  }
}
