import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useText } from '../../platform/messages/use-text.ts'
import classes from './FilterBar.module.css'

export interface FilterBarProps {
  readonly searchLabel: string
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly filters?: ReactNode
  /** View toggles, last in the bar. */
  readonly views?: ReactNode
}

/** The bar above a collection: search first, then filters, view toggles last. */
export function FilterBar({ searchLabel, search, onSearch, filters, views }: FilterBarProps) {
  const text = useText()
  const [typed, setTyped] = useState(search)
  const [sent, setSent] = useState(search)
  // The search changed from outside (a link, the back button), not by typing here.
  if (search !== sent) {
    setSent(search)
    setTyped(search)
  }
  const searchSoon = useDebouncedCallback((value: string) => {
    setSent(value)
    onSearch(value)
  }, 200)

  const field = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => field.current?.focus()]])

  function change(value: string) {
    setTyped(value)
    searchSoon(value)
  }

  return (
    <div className={classes.bar}>
      <TextInput
        type="search"
        ref={field}
        className={classes.search ?? ''}
        aria-label={searchLabel}
        placeholder={searchLabel}
        leftSection={<IconSearch />}
        rightSection={
          typed !== '' && <CloseButton size="sm" aria-label={text('FilterBar.clear')} onClick={() => change('')} />
        }
        value={typed}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {filters}
      {views !== undefined && <div className={classes.views}>{views}</div>}
    </div>
  )
}
