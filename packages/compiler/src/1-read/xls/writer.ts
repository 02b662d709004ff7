const BEGIN = 0x809
const LENGTH = 16
/** Major versions of Excel, indexed by the file's number for the version that last saved it. */
const VERSIONS: readonly (string | undefined)[] = ['8.0', '9.0', '10.0', '11.0', '12.0', undefined, '14.0', '15.0']
/** Gnumeric claims to be an Excel 2002 of a build that never existed. */
const GNUMERIC = { build: 0x2775, year: 0x07cd, version: 2 }
/** Calc claims to be Excel 97, without any of the marks that Excel 97 sets. */
const CALC = { build: 0x0dbb, year: 0x07cc, marks: 0 }

/** The application that wrote an .xls file, by its first record; undefined if the record does not tell. */
export function writerOf(stream: Buffer): { application: string; applicationVersion: string | undefined } | undefined {
  if (stream.length < 4 + LENGTH || stream.readUInt16LE(0) !== BEGIN || stream.readUInt16LE(2) < LENGTH)
    return undefined
  const build = stream.readUInt16LE(8)
  const year = stream.readUInt16LE(10)
  const version = (stream[17] ?? 0) & 0x0f
  if (build === GNUMERIC.build && year === GNUMERIC.year && version === GNUMERIC.version) {
    return { application: 'Gnumeric', applicationVersion: undefined }
  }
  if (build === CALC.build && year === CALC.year && stream.readUInt32LE(12) === CALC.marks) {
    return { application: 'LibreOffice or OpenOffice', applicationVersion: undefined }
  }
  const excel = VERSIONS[version]
  return excel === undefined ? undefined : { application: 'Microsoft Excel', applicationVersion: excel }
}
