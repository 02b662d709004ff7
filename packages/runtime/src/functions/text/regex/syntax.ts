/** A parsed regular expression of the PCRE2 kind. */
export type Node =
  | { readonly kind: 'empty' }
  | { readonly kind: 'character'; readonly test: (code: number) => boolean }
  | { readonly kind: 'assertion'; readonly holds: (text: string, at: number) => boolean }
  | { readonly kind: 'sequence'; readonly items: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'capture'; readonly index: number; readonly body: Node }
  | {
      readonly kind: 'repeat'
      readonly body: Node
      readonly min: number
      readonly max: number
      readonly mode: RepeatMode
    }
  | { readonly kind: 'backreference'; readonly index: number; readonly anyCase: boolean }
  | { readonly kind: 'look'; readonly body: Node; readonly behind: boolean; readonly negative: boolean }
  | { readonly kind: 'atomic'; readonly body: Node }
  /** `\K`: the text matched so far is not part of the match. */
  | { readonly kind: 'keep' }

export type RepeatMode = 'greedy' | 'lazy' | 'possessive'

export interface Pattern {
  readonly root: Node
  readonly groups: number
  readonly names: ReadonlyMap<string, number>
}

/** Thrown for a pattern that cannot be parsed; the functions return #VALUE!. */
export class PatternError extends Error {}
