/** The models among which a person chooses for a chat; the default first. */
import { endpoint, methods } from '@/lib/http/route';
import { configuredModels } from '@/lib/models/model-list';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    async handle() {
      return { models: configuredModels().views };
    },
  }),
});
