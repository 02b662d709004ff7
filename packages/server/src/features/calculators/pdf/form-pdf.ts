import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { temporaryFolder } from '../../../platform/files/temporary-folder.ts'
import { runInChild } from '../../../platform/sandbox/run-in-child.ts'
import type { Services } from '../../../services.ts'
import { formFile, pdfFile } from './form-pdf-files.ts'
import type { PrintedForm } from './printed-form.ts'

const childModule = path.join(import.meta.dirname, 'form-pdf-child.ts')
const mostPoints = 16_000_000
const logoHeight = 128

/** A printed calculator as PDF, set in a process of its own. */
export async function formPdf(
  { settings }: Pick<Services, 'settings'>,
  form: PrintedForm,
  signal: AbortSignal,
): Promise<Buffer> {
  const folder = await temporaryFolder('document')
  try {
    await writeFile(path.join(folder, formFile), JSON.stringify(form))
    const { buildMegabytes: memoryMegabytes, buildSeconds: seconds } = settings
    const limits = { memoryMegabytes, seconds }
    await runInChild({ module: childModule, readsPackages: true, input: { folder }, folder, limits, signal })
    return await readFile(path.join(folder, pdfFile))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The logo as a PNG, which a PDF can hold whatever it was. A damaged one is left out, as pages leave it out. */
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
