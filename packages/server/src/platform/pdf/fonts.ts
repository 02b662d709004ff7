import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** Gives a PDF the fonts `regular` and `bold`, which contain Latin and Japanese letters. */
export function registerFonts(pdf: PDFKit.PDFDocument): void {
  pdf.registerFont('regular', resolve('@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf'))
  pdf.registerFont('bold', resolve('@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf'))
}
