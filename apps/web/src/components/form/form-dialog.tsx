import { FormDrawer, type FormDrawerProps } from './form-drawer.tsx'
import { InDrawer } from './in-drawer.ts'

/** A form over what it is about, in a dialog: a few fields, or what goes into a message. Records have a `FormDrawer`. */
export const FormDialog = (props: FormDrawerProps) => (
  <InDrawer value>
    <FormDrawer {...props} />
  </InDrawer>
)
