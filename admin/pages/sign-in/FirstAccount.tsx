import { Snippet } from '../../components/Snippet.tsx'

const setup = String.raw`npm run -s evident -- setup \
  --org "My company" \
  --owner you@example.com \
  --store "My shop" \
  --origin https://shop.example.com`
const demo = 'npm run -s evident -- demo'

/** Of a fresh installation: without an account there is nothing to sign in to. */
export function FirstAccount() {
  return (
    <section aria-labelledby="first-account" className="card grid w-full max-w-[25rem] gap-4 p-6 sm:p-8">
      <div className="grid gap-1.5">
        <h2 id="first-account" className="font-semibold tracking-tight">
          Nobody has an account here yet
        </h2>
        <p className="text-quiet">
          Run one of these in a terminal on the machine of the service. Each tells you how to sign in.
        </p>
      </div>
      <Snippet title="Your own organization" meaning="It asks for a password." code={setup} />
      <Snippet title="A demo shop to look around in" code={demo} />
    </section>
  )
}
