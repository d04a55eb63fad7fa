import type { ReactNode } from 'react'
import { PageHeader } from '../page/page-header.tsx'
import { Form, type FormProps } from './form.tsx'

type Props = FormProps & {
  title: string
  description?: ReactNode
  /** Links back to the previous page. */
  back?: ReactNode
  /** Uses the full width, such as for an editor with a preview. */
  wide?: boolean
}

/** A page with a single form: its title, its sections and its footer. */
export const FormPage = ({ title, description, back, wide = false, ...form }: Props) => (
  <div style={wide ? undefined : { maxWidth: 960 }}>
    <PageHeader title={title} description={description} before={back} />
    <Form label={title} {...form} />
  </div>
)
