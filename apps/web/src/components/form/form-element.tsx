import type { ComponentProps, KeyboardEvent } from 'react'

/** Ctrl+S and ⌘S save the form. */
const saveByKey = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.requestSubmit()
}

type Props = ComponentProps<'form'> & {
  /** What is being sent is not sent again. */
  busy?: boolean | undefined
  /** Whether it can be sent: keys send nothing that the button would not. */
  ready?: boolean | undefined
}

/** The element of every form. Its events do not bubble: in React, a form in a drawer is inside the form of its page. */
export const FormElement = ({ onSubmit, busy = false, ready = true, ...rest }: Props) => (
  <form
    {...rest}
    noValidate
    onKeyDown={saveByKey}
    onSubmit={(event) => {
      event.stopPropagation()
      if (ready && !busy) onSubmit?.(event)
      else event.preventDefault()
    }}
  />
)
