import type { Product } from '@sheetwright/contract/products/product.ts'

export interface CardPages {
  readonly pages: readonly { readonly items: readonly Product[]; readonly count: number }[]
  readonly pageParams: readonly unknown[]
}

export function withoutCard(cards: CardPages, productId: string): CardPages {
  const has = cards.pages.some(({ items }) => items.some(({ id }) => id === productId))
  if (!has) return cards
  return {
    ...cards,
    pages: cards.pages.map((page) => ({
      items: page.items.filter(({ id }) => id !== productId),
      count: page.count - 1,
    })),
  }
}

/** The cards with one inserted above the given product, else at the bottom of the loaded ones. */
export function withCard(cards: CardPages, card: Product, before: string | null): CardPages {
  const rest = withoutCard(cards, card.id)
  const found = rest.pages.findIndex(({ items }) => items.some(({ id }) => id === before))
  const target = found < 0 ? rest.pages.length - 1 : found
  return {
    ...rest,
    pages: rest.pages.map(({ items, count }, index) => {
      if (index !== target) return { items, count: count + 1 }
      const at = found < 0 ? items.length : items.findIndex(({ id }) => id === before)
      return { items: [...items.slice(0, at), card, ...items.slice(at)], count: count + 1 }
    }),
  }
}
