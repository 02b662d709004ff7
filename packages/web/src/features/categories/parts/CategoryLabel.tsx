import { useCategories } from '../queries.ts'
import classes from './CategoryLabel.module.css'
import { CategorySign } from './CategorySign.tsx'

/** The name of a category. A category deleted meanwhile is shown by its key. */
export function CategoryLabel({ category }: { category: string }) {
  const known = useCategories().data?.find(({ key }) => key === category)
  return (
    <span className={classes.label}>
      <CategorySign icon={known?.icon ?? null} />
      <span>{known?.value ?? category}</span>
    </span>
  )
}
