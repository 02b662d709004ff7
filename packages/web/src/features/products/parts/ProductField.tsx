import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useProductSearch } from '../queries.ts'

interface ProductFieldProps {
  readonly label: string
  readonly description?: string
  /** The initial product, with its name. */
  readonly chosen?: { readonly id: string; readonly name: string } | undefined
  readonly value?: string | null
  readonly onChange?: (id: string | null) => void
  readonly error?: ReactNode
}

/** Searches and chooses one product, or none. */
export function ProductField({ label, description, chosen, value = null, onChange, error }: ProductFieldProps) {
  const text = useText()
  const [typed, setTyped] = useState(chosen?.name ?? '')
  const [kept, setKept] = useState(chosen)
  const [words] = useDebouncedValue(typed.trim(), 200)
  const isSearch = words !== kept?.name
  const products = useProductSearch(isSearch ? words : '')
  const found = (products.data?.items ?? []).map(({ id, name }) => ({ id, name }))
  const options = kept === undefined || found.some(({ id }) => id === kept.id) ? found : [kept, ...found]
  return (
    <Select
      label={label}
      description={description}
      error={error}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': text('Product.clearChoice') }}
      value={value}
      onChange={(id) => {
        setKept(options.find((each) => each.id === id))
        onChange?.(id)
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already filtered.
      filter={({ options: all }) => all}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      nothingFoundMessage={text(typed.trim() === '' ? 'ApiKeys.reachType' : 'ApiKeys.reachNothing')}
    />
  )
}
