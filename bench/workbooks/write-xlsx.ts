import { deflateRawSync, crc32 } from 'node:zlib'
import type { BenchModel } from './model.ts'

/**
 * The model as the bytes of an xlsx file, ports as defined names. It has no saved values: it is for speed, not for
 * parity.
 */
export function xlsxOf(model: BenchModel): Buffer {
  const names = Object.keys(model.sheets)
  const defined = [
    ...Object.entries(model.names ?? {}).map(
      ([name, text]) => `<definedName name="${name}">${escaped(text)}</definedName>`,
    ),
    ...model.inputs.map(({ name, cell }) => `<definedName name="Xinput_${name}">${cell}</definedName>`),
    ...Object.entries(model.outputs).map(([name, cell]) => `<definedName name="Xoutput_${name}">${cell}</definedName>`),
  ]
  const parts: [string, string][] = [
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${names
        .map(
          (_, i) =>
            `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
        )
        .join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names
        .map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="r${i + 1}"/>`)
        .join('')}</sheets><definedNames>${defined.join('')}</definedNames></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names
        .map(
          (_, i) =>
            `<Relationship Id="r${i + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
        )
        .join('')}</Relationships>`,
    ],
    ...Object.values(model.sheets).map((cells, i): [string, string] => [
      `xl/worksheets/sheet${i + 1}.xml`,
      sheetXml(cells),
    ]),
  ]
  return zip(parts)
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

function sheetXml(cells: Readonly<Record<string, string | number>>): string {
  const rows = new Map<number, string[]>()
  for (const [address, value] of Object.entries(cells)) {
    const row = Number(/\d+$/.exec(address)?.[0])
    const list = rows.get(row) ?? []
    rows.set(row, list)
    list.push(cellXml(address, value))
  }
  const written = [...rows].toSorted(([a], [b]) => a - b).map(([row, list]) => `<row r="${row}">${list.join('')}</row>`)
  return `${HEAD}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${written.join('')}</sheetData></worksheet>`
}

function cellXml(address: string, value: string | number): string {
  if (typeof value === 'number') return `<c r="${address}"><v>${value}</v></c>`
  if (value.startsWith('=')) return `<c r="${address}"><f>${escaped(value.slice(1))}</f></c>`
  return `<c r="${address}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A zip of small parts: local headers, then the directory. */
function zip(parts: readonly (readonly [string, string])[]): Buffer {
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of parts) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, tail, Buffer.from(name)]),
    )
    chunks.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...chunks, list, end])
}
