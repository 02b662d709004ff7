import { defaultLimits, type ReadLimits } from './1-read/limits.ts'
import { readRelationships, type Relationship } from './1-read/relationships.ts'
import { streamXml, type XmlHandler } from './1-read/xml.ts'
import { ZipPackage } from './1-read/zip-package.ts'

export { ReadFailure } from './1-read/read-failure.ts'
export { prefixedAttribute, type XmlHandler } from './1-read/xml.ts'

/** The parts of an untrusted Office document of any kind, which is a zip file with XML in it. */
export class OfficePackage {
  private readonly zip: ZipPackage
  private readonly limits: ReadLimits

  private constructor(zip: ZipPackage, limits: ReadLimits) {
    this.zip = zip
    this.limits = limits
  }

  /** Throws a `ReadFailure` if the document is damaged, protected, or larger than `unpackedBytes`. */
  static async open(bytes: Uint8Array, unpackedBytes: number): Promise<OfficePackage> {
    const limits = { ...defaultLimits, unpackedBytes }
    return new OfficePackage(await ZipPackage.open(bytes, limits), limits)
  }

  has(part: string): boolean {
    return this.zip.has(part)
  }

  /** Passes a part to the handler, which ends the reading by throwing. */
  readXml(part: string, handler: XmlHandler): Promise<void> {
    return streamXml(part, this.zip.read(part), this.limits, handler)
  }

  /** The parts that a part refers to; those of the document itself for an empty name. */
  relationships(part: string): Promise<readonly Relationship[]> {
    return readRelationships(this.zip, part, this.limits)
  }
}
