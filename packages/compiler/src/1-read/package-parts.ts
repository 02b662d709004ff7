import type { ReadContext } from './read-context.ts'
import { isFatal, reasonOf } from './read-failure.ts'
import { type Relationship, readRelationships } from './relationships.ts'
import { readXmlTree, type XmlElement } from './xml.ts'
import type { ZipPackage } from './zip-package.ts'

/**
 * One part of a package with its relationships. Damaged or missing parts other than the main ones cause diagnostics,
 * not failures.
 */
export class PackagePart {
  readonly name: string
  readonly zip: ZipPackage
  readonly relationships: readonly Relationship[]
  private readonly context: ReadContext

  private constructor(zip: ZipPackage, name: string, relationships: readonly Relationship[], context: ReadContext) {
    this.zip = zip
    this.name = name
    this.relationships = relationships
    this.context = context
  }

  static async open(zip: ZipPackage, name: string, context: ReadContext): Promise<PackagePart> {
    const read = () => readRelationships(zip, name, context.limits)
    const relationships = name === '' ? await read() : await tolerated(context, name, read)
    return new PackagePart(zip, name, relationships ?? [], context)
  }

  /** Name of the single part of this type; undefined if the relationship or the part is missing. */
  find(...types: readonly string[]): string | undefined {
    const found = this.relationships.find(({ type, external }) => !external && types.includes(type))
    return found && this.present(found.target)
  }

  /** The relationship with this id. */
  byId(id: string): Relationship | undefined {
    const found = this.relationships.find((relationship) => relationship.id === id)
    return found && (found.external || this.present(found.target) !== undefined) ? found : undefined
  }

  /** Tree of the single part of this type; undefined, with a diagnostic, if it cannot be read. */
  async tree(...types: readonly string[]): Promise<XmlElement | undefined> {
    const part = this.find(...types)
    return part === undefined ? undefined : this.treeOf(part)
  }

  async treeOf(part: string): Promise<XmlElement | undefined> {
    return tolerated(this.context, part, () => readXmlTree(part, this.zip.read(part), this.context.limits))
  }

  private present(part: string): string | undefined {
    if (this.zip.has(part)) return part
    this.context.diagnostics.add('PART_MISSING', { part })
    return undefined
  }
}

/** Reads a part that the workbook can do without. */
export async function tolerated<Result>(
  context: ReadContext,
  part: string,
  read: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read()
  } catch (failure) {
    if (isFatal(failure)) throw failure
    context.diagnostics.add('PART_DAMAGED', { part, reason: reasonOf(failure) })
    return undefined
  }
}
