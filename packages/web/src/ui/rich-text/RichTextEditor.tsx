import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { isWebAddress } from './web-address.ts'
import richText from './RichText.module.css'
import { Alignment, TextLookMark } from './rich-text-format.ts'
import classes from './RichTextEditor.module.css'
import { RichTextToolbar } from './RichTextToolbar.tsx'

export interface RichTextEditorProps {
  readonly label: string
  readonly html: string
  readonly onChange: (html: string) => void
}

/** Edits formatted text: fonts, sizes, colours and alignments are choices, never styles. */
export function RichTextEditor({ label, html, onChange }: RichTextEditorProps) {
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        code: false,
        codeBlock: false,
        heading: { levels: [1, 2, 3] },
        link: { openOnClick: false, autolink: false, isAllowedUri: isWebAddress },
      }),
      TextLookMark,
      Alignment,
    ],
    content: html,
    // The content-security policy refuses style elements.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: `${richText.text ?? ''} ${classes.content ?? ''}`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  })
  return (
    <div className={classes.frame}>
      <Toolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  )
}

/** Renders whenever the selection or the text changes. */
function Toolbar({ editor }: { editor: Editor }) {
  useEditorState({ editor, selector: ({ transactionNumber }) => transactionNumber })
  return <RichTextToolbar editor={editor} />
}
