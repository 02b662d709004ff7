// The field and the buttons of Spotlight work as a combobox and its options.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, useSpotlight } from '@mantine/spotlight'
import {
  IconArrowRight,
  IconBookmark,
  IconFolder,
  IconMathFunction,
  IconMoon,
  IconPlus,
  IconSearch,
  IconSun,
} from '@tabler/icons-react'
import { useMantineColorScheme } from '@mantine/core'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { addressToOpen } from '../../features/bookmarks/bookmark-address.ts'
import { useBookmarks } from '../../features/bookmarks/queries.ts'
import { useEngineSearch } from '../../features/engines/queries.ts'
import { useProduct, useProductSearch } from '../../features/products/queries.ts'
import { useFlags } from '../../features/system/queries.ts'
import { useRuleCheck, useRuleMaximum } from '../../features/user-groups/queries.ts'
import { useLanguage } from '../../platform/messages/LanguageProvider.tsx'
import { languageNames, languages } from '../../platform/messages/language.ts'
import { type Text, useText } from '../../platform/messages/use-text.ts'
import { useAppState } from '../../platform/store/use-app-store.ts'
import { currentPlace } from '../current-place.ts'
import { furtherEntries, mainEntries, type MenuEntry, menuGroups } from '../menu.ts'
import classes from './CommandPalette.module.css'
import { palette, paletteStore } from './palette.ts'
import { productHome, useProductEntries } from './use-product-entries.ts'

interface Command {
  readonly id: string
  readonly label: string
  /** What it is searched by, instead of the label. */
  readonly sought?: string
  readonly icon: ReactNode
  readonly run: () => void
}

/** Ctrl-K: finds any product, engine, page or action by a few letters of its name. */
export function CommandPalette() {
  const text = useText()
  const [query, setQuery] = useState('')
  const [searched] = useDebouncedValue(query.trim(), 150)
  // What was found for the text before must not be opened for this one.
  const stillMatching = (found: readonly Command[]) => (searched === query.trim() ? found : matching(found, query))
  const products = stillMatching(useProductCommands(searched))
  const engines = stillMatching(useEngineCommands(searched))
  const bookmarks = stillMatching(useBookmarkCommands(searched))
  const pages = matching([...useProductPageCommands(), ...usePageCommands()], query)
  const actions = matching(useActionCommands(), query)
  const { listId } = useSpotlight(paletteStore)
  const [selected, setSelected] = useState(-1)
  const ids = useId()
  const groups = [
    { label: text('Palette.products'), commands: products },
    { label: text('Palette.engines'), commands: engines },
    { label: text('Bookmark.title'), commands: bookmarks },
    { label: text('Palette.pages'), commands: pages },
    { label: text('Palette.actions'), commands: actions },
  ].filter((group) => group.commands.length > 0)
  const commands = groups.flatMap((group) => group.commands)
  // Enter takes the first match when none was chosen with the arrow keys.
  const current = Math.max(selected, 0)
  const optionId = (command: Command) => `${ids}-${commands.indexOf(command)}`
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={(next) => {
        setQuery(next)
        setSelected(-1)
      }}
      shortcut="mod + K"
      scrollable
      maxHeight="60vh"
      centered={false}
      yOffset="12vh"
      attributes={{ content: { 'aria-label': text('Palette.placeholder') } }}
      overlayProps={{ className: classes.overlay ?? '', blur: 0 }}
      classNames={{ content: classes.content ?? '', actionsGroup: classes.group ?? '', action: classes.action ?? '' }}
    >
      <Spotlight.Search
        placeholder={text('Palette.placeholder')}
        aria-label={text('Palette.placeholder')}
        leftSection={<IconSearch />}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={commands[current] === undefined ? undefined : optionId(commands[current])}
        onKeyDown={(event) => {
          // The store has the next choice after this event, and notifies nobody.
          queueMicrotask(() => setSelected(paletteStore.getState().selected))
          // Enter that only accepts what an input method proposes opens nothing.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          if (paletteStore.getState().selected < 0) run(commands[0])
        }}
      />
      <Spotlight.ActionsList
        {...(commands.length === 0 ? {} : { role: 'listbox', 'aria-label': text('Palette.placeholder') })}
      >
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.label} label={group.label} role="group" aria-label={group.label}>
            {group.commands.map((command) => (
              <Spotlight.Action
                key={command.id}
                // It does not pass on an id.
                ref={(option) => {
                  if (option !== null) option.id = optionId(command)
                }}
                role="option"
                aria-selected={commands[current] === command}
                label={command.label}
                leftSection={command.icon}
                onClick={() => run(command)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {commands.length === 0 && <Spotlight.Empty role="status">{text('Palette.nothing')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function run(command: Command | undefined) {
  // Results may still arrive.
  if (command === undefined) return
  palette.close()
  command.run()
}

function matching(commands: readonly Command[], query: string): readonly Command[] {
  const wanted = query.trim().toLocaleLowerCase()
  return commands.filter(({ label, sought = label }) => sought.toLocaleLowerCase().includes(wanted))
}

/** The title of a page, and other words for it on a line of their own. */
function soughtText(text: Text, { title, words }: Pick<MenuEntry, 'title' | 'words'>): string {
  return words === undefined ? text(title) : `${text(title)}\n${text(words)}`
}

function useProductCommands(name: string): readonly Command[] {
  const navigate = useNavigate()
  const found = useProductSearch(name)
  if (name === '') return []
  const commands = (found.data?.items ?? []).map((product) => ({
    id: product.id,
    label: product.name,
    icon: <IconFolder />,
    run: () => void navigate({ to: '/products/$productId', params: { productId: product.id } }),
  }))
  return found.isPlaceholderData ? matching(commands, name) : commands
}

function useEngineCommands(name: string): readonly Command[] {
  const navigate = useNavigate()
  const found = useEngineSearch(name)
  if (name === '') return []
  const commands = (found.data ?? []).map((engine) => ({
    id: engine.service_id,
    label: `${engine.folder_name} / ${engine.service_name}`,
    icon: <IconMathFunction />,
    run: () =>
      void navigate({
        to: '/products/$productId/engines/$engineId',
        params: { productId: engine.folder_id, engineId: engine.service_id },
      }),
  }))
  return found.isPlaceholderData ? matching(commands, name) : commands
}

function useBookmarkCommands(name: string): readonly Command[] {
  const router = useRouter()
  const found = useBookmarks({ name, sort: 'name', page: 1 }, name !== '')
  if (name === '') return []
  const commands = (found.data?.items ?? []).map((bookmark) => ({
    id: bookmark.id,
    label: bookmark.name,
    icon: <IconBookmark />,
    run: () => router.history.push(addressToOpen(bookmark)),
  }))
  return found.isPlaceholderData ? matching(commands, name) : commands
}

/** The pages of the product that is open. */
function useProductPageCommands(): readonly Command[] {
  const text = useText()
  const navigate = useNavigate()
  const { productId = '', shared } = currentPlace(useLocation().pathname)
  const { entries } = useProductEntries(productId)
  const { data: product } = useProduct(productId)
  const allows = useRuleCheck()
  if (product === undefined) return []
  return entries
    .filter(({ rule }) => rule === undefined || allows(rule))
    .map((entry) => ({
      id: `product ${entry.title}`,
      label: `${product.name} / ${text(entry.title)}`,
      sought: soughtText(text, entry),
      icon: <IconArrowRight />,
      run: () => void navigate({ to: productHome(productId, shared) + entry.to }),
    }))
}

function usePageCommands(): readonly Command[] {
  const text = useText()
  const navigate = useNavigate()
  const { permissions } = useAppState()
  const isOn = useFlags()
  const entries = [...mainEntries, ...furtherEntries, ...menuGroups.flatMap((group) => group.entries)]
  return entries
    .filter((entry) => (entry.permission === undefined || permissions[entry.permission]) && isOn(entry.flag))
    .map((entry) => ({
      id: entry.title,
      label: text(entry.title),
      sought: soughtText(text, entry),
      icon: <IconArrowRight />,
      run: () => void navigate({ to: entry.to, search: entry.search ?? {} }),
    }))
}

function useActionCommands(): readonly Command[] {
  const text = useText()
  const { language, choose } = useLanguage()
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const navigate = useNavigate()
  const mayCreate = useRuleMaximum('Product', 'NoOfProducts') > 0
  return [
    ...(mayCreate
      ? [
          {
            id: 'new product',
            label: text('NewProduct.title'),
            icon: <IconPlus />,
            run: () => void navigate({ to: '/', search: { new: 'true' } }),
          },
        ]
      : []),
    { id: 'light', label: text('Palette.light'), icon: <IconSun />, run: () => setColorScheme('light') },
    { id: 'dark', label: text('Palette.dark'), icon: <IconMoon />, run: () => setColorScheme('dark') },
    ...languages
      .filter((one) => one !== language)
      .map((one) => ({
        id: one,
        label: text('Palette.language', { language: languageNames[one] }),
        icon: <IconArrowRight />,
        run: () => void choose(one),
      })),
  ]
}
