import type { ProductDetail } from '@sheetwright/contract/products/product.ts'
import { IconFolder } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { sectionLabel } from '../../../platform/messages/section-names.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import classes from './ProductDocuments.module.css'

/** The sections of a product's documents, with how many are in each. */
export function ProductDocuments({ product }: { product: ProductDetail }) {
  const text = useText()
  const { pathname } = useLocation()
  return (
    <ul className={classes.list}>
      {product.sections.map(({ id, name, documents }) => (
        <li key={id}>
          <Link to={`${pathname}/documents/${encodeURIComponent(name)}`} className={classes.entry}>
            <IconFolder />
            <span className={classes.name}>{sectionLabel(text, name)}</span>
            <span className={classes.count}>{text('ProductDocuments.count', { count: documents })}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
