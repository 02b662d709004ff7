import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useCategories } from '../queries.ts'
import classes from './CategoryField.module.css'
import { CategoryLabel } from './CategoryLabel.tsx'

/** Chooses the categories of a product. */
export function CategoryField(props: Pick<MultiSelectProps, 'value' | 'onChange' | 'error'>) {
  const text = useText()
  const categories = useCategories()
  const known = (categories.data ?? []).map(({ key, value }) => ({ value: key, label: value }))
  const others = (props.value ?? []).filter((key) => !known.some(({ value }) => value === key))
  return (
    <MultiSelect
      label={text('Product.category')}
      data={[...known, ...others.map((key) => ({ value: key, label: key }))]}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': text('CategoryFilter.clear') }}
      hidePickedOptions={false}
      nothingFoundMessage={text('Palette.nothing')}
      classNames={{ inputField: classes.typed ?? '', pill: classes.pill ?? '' }}
      renderOption={({ option, checked }) => (
        <span className={classes.option}>
          <CategoryLabel category={option.value} />
          {checked === true && <IconCheck aria-hidden="true" />}
        </span>
      )}
      {...props}
    />
  )
}
