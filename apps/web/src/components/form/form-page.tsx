import type { ReactNode } from 'react'
import { PageHeader } from '../page/page-header.tsx'
import { Form, type FormProps } from './form.tsx'

type Props = FormProps & {
  title: string
  description?: ReactNode
  /** Leads back to where the page was come to from. */
  back?: ReactNode
  /** It needs all of the window, such as an editor with a preview beside it. */
  wide?: boolean
}

/** A page that is one form: its name, its sections, and what saves it. */
export const FormPage = ({ title, description, back, wide = false, ...form }: Props) => (
  <div style={wide ? undefined : { maxWidth: 960 }}>
    <PageHeader title={title} description={description} before={back} />
    <Form label={title} {...form} />
  </div>
)
