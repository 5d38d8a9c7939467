import { type ComponentProps, useState } from 'react'
import { Icon } from '../Icon.tsx'

/** The button's name is hidden text, because a label of its own would make it a second field named "password". */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const [isShown, setIsShown] = useState(false)
  const name = isShown ? 'Hide password' : 'Show password'
  return (
    <span className="relative grid">
      <input
        {...props}
        type={isShown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="off"
        className="control pe-11"
      />
      <button
        type="button"
        title={name}
        className="absolute inset-y-0 end-0 grid w-10 place-items-center rounded-lg text-quiet -outline-offset-2 hover:text-text"
        onClick={() => setIsShown(!isShown)}
      >
        <Icon name={isShown ? 'eyeOff' : 'eye'} />
        <span className="sr-only">{name}</span>
      </button>
    </span>
  )
}
