/**
 * Writes the library that shows the interface description (`/docs`) beside the pages, as
 * `dist/docs/scalar.js`. Its package gives the script away only through a route of a Fastify plugin;
 * the service has no Fastify, so the plugin is given what it needs to add its routes, and the script
 * is taken from the route that has it. Whatever is not as expected ends the build.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import scalar from '@scalar/fastify-api-reference';
import type { Plugin } from 'vite';

interface AddedRoute {
  url: string;
  handler(request: object, reply: Reply): Reply;
}

interface Reply {
  header(name: string, value: string): Reply;
  send(body: string): Reply;
}

export function docsLibrary(): Plugin {
  return {
    name: 'docs-library',
    apply: 'build',
    closeBundle() {
      const folder = join(import.meta.dirname, 'dist/docs');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'scalar.js'), libraryScript());
    },
  };
}

function libraryScript(): string {
  const routes: AddedRoute[] = [];
  const server = { initialConfig: {}, route: (route: AddedRoute) => void routes.push(route) };
  const addRoutes = scalar as (instance: object, options: object, done: () => void) => void;
  addRoutes(server, { configuration: { url: '/openapi.json' } }, () => {});
  const route = routes.find(({ url }) => url.endsWith('.js'));
  let script = '';
  const reply: Reply = {
    header: () => reply,
    send: (body) => {
      script = body;
      return reply;
    },
  };
  route?.handler({}, reply);
  if (!script.includes('createApiReference')) throw new Error('the library of /docs is missing');
  return script;
}
