import type { ComponentProps, KeyboardEvent } from 'react'

/** Ctrl+S and ⌘S save the form. */
const saveByKey = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.requestSubmit()
}

/** The element of every form. Its events do not bubble: in React, a form in a drawer is inside the form of its page. */
export const FormElement = ({ onSubmit, ...rest }: ComponentProps<'form'>) => (
  <form
    {...rest}
    noValidate
    onKeyDown={saveByKey}
    onSubmit={(event) => {
      event.stopPropagation()
      onSubmit?.(event)
    }}
  />
)
