import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useEngineSearch } from '../../engines/queries.ts'
import { useProductSearch } from '../../products/queries.ts'

/** What a key is limited to: `product <id>` and `engine <id>`; empty for no limit. */
type Reach = readonly string[]

interface ReachFieldProps {
  /** Names of the initial choice. */
  readonly names?: ReadonlyMap<string, string>
  readonly value: Reach
  readonly onChange: (value: string[]) => void
}

const noNames: ReadonlyMap<string, string> = new Map()

/** Searches and chooses products and engines. */
export function ReachField({ value, onChange, names = noNames }: ReachFieldProps) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const [words] = useDebouncedValue(typed.trim(), 200)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(names)
  const products = useProductSearch(words)
  const engines = useEngineSearch(words)
  const found = [
    ...(products.data?.items ?? []).map(({ id, name }) => ({ value: `product ${id}`, label: name })),
    ...(engines.data ?? []).map(({ service_id, service_name, folder_name }) => ({
      value: `engine ${service_id}`,
      label: `${folder_name} / ${service_name}`,
    })),
  ]
  const selected = value.map((each) => ({ value: each, label: chosen.get(each) ?? each }))
  const others = (kind: string) => found.filter((each) => each.value.startsWith(kind) && !value.includes(each.value))

  function change(next: string[]) {
    const labels = new Map([...selected, ...found].map((each) => [each.value, each.label]))
    setChosen(new Map(next.map((each) => [each, labels.get(each) ?? each])))
    onChange(next)
  }

  return (
    <MultiSelect
      label={text('ApiKeys.reach')}
      description={text('ApiKeys.reachExplanation')}
      searchable
      value={[...value]}
      onChange={change}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already filtered.
      filter={({ options }) => options}
      data={[
        { group: text('ApiKeys.reachChosen'), items: selected },
        { group: text('Navigation.products'), items: others('product') },
        { group: text('ApiKeys.reachEngines'), items: others('engine') },
      ]}
      nothingFoundMessage={text(words === '' ? 'ApiKeys.reachType' : 'ApiKeys.reachNothing')}
      hidePickedOptions
    />
  )
}

/** In the format of the API call. */
export function limitsOf(reach: Reach): { products?: string[]; engines?: string[] } {
  if (reach.length === 0) return {}
  const idsOf = (kind: string) => reach.filter((each) => each.startsWith(kind)).map((each) => each.slice(kind.length))
  return { products: idsOf('product '), engines: idsOf('engine ') }
}
