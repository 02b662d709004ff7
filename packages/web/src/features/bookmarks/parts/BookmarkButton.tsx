import { ActionIcon, Anchor, Button, Popover, TextInput, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { type FormEvent, useContext, useState } from 'react'
import { nameProblem } from '../../../platform/messages/name-problem.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { PageStateContext } from '../../../ui/page/page-state.ts'
import { measures } from '../../../ui/theme.ts'
import { addressToKeep, addressToOpen } from '../bookmark-address.ts'
import { useSaveBookmark } from '../mutations.ts'
import { bookmarkNameFailure } from '../name-failure.ts'
import { useBookmarkOfUrl, useBookmarks } from '../queries.ts'
import classes from './BookmarkButton.module.css'

/** Bookmarks the page with what is typed into it, and lists existing bookmarks. */
export function BookmarkButton({ productId }: { productId: string | undefined }) {
  const text = useText()
  const [opened, popover] = useDisclosure()
  const address = addressToKeep(useLocation())
  const kept = useBookmarkOfUrl(address).data
  return (
    <Popover
      opened={opened}
      onChange={popover.toggle}
      onDismiss={popover.close}
      width={measures.jobsWidth}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Tooltip label={text('Bookmark.button')}>
          <ActionIcon aria-label={text('Bookmark.button')} aria-pressed={kept != null} onClick={popover.toggle}>
            {kept == null ? <IconBookmark /> : <IconBookmarkFilled />}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={text('Bookmark.title')}>
        {opened && <BookmarkPanel productId={productId} address={address} onClose={popover.close} />}
      </Popover.Dropdown>
    </Popover>
  )
}

interface BookmarkPanelProps {
  readonly productId: string | undefined
  readonly address: string
  readonly onClose: () => void
}

function BookmarkPanel({ productId, address, onClose }: BookmarkPanelProps) {
  const text = useText()
  const router = useRouter()
  const save = useSaveBookmark()
  const pageState = useContext(PageStateContext)
  const latest = useBookmarks({ name: '', product: productId, sort: '-created', page: 1 })
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = nameProblem(name)
    if (wrong !== null) return setProblem(text(wrong))
    save.mutate(
      { name, bookmarkUrl: address, data: { ...pageState.read() }, productName: productId },
      {
        onSuccess: () => {
          toastSuccess(text('Bookmark.saved', { name }))
          onClose()
        },
        onError: (error) => setProblem(bookmarkNameFailure(text, error)),
      },
    )
  }

  return (
    <>
      <form onSubmit={submit}>
        <TextInput
          label={text('Bookmark.name')}
          description={text('Bookmark.about')}
          value={name}
          error={problem}
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <Button type="submit" mt="sm" fullWidth loading={save.isPending}>
          {text('Bookmark.save')}
        </Button>
      </form>
      {latest.data !== undefined && latest.data.items.length > 0 && (
        <>
          <h2 className={classes.title}>{text(productId === undefined ? 'Bookmark.latest' : 'Bookmark.ofProduct')}</h2>
          <ul className={classes.list}>
            {latest.data.items.map((bookmark) => (
              <li key={bookmark.id}>
                <button
                  type="button"
                  className={classes.link}
                  onClick={() => {
                    onClose()
                    router.history.push(addressToOpen(bookmark))
                  }}
                >
                  {bookmark.name}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <Anchor component={Link} to="/bookmarks" size="sm" onClick={onClose}>
        {text('Bookmark.all')}
      </Anchor>
    </>
  )
}
