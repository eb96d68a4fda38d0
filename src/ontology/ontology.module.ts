import { Module } from '@nestjs/common';
import { EntitiesController, GraphController, RelationshipsController, ResolveController } from './ontology.controller';
import { OntologyRepository } from './ontology.repository';
import { aliasResolverProvider } from './resolver.provider';
import { SeedService } from './seed.service';

@Module({
  controllers: [EntitiesController, RelationshipsController, GraphController, ResolveController],
  providers: [aliasResolverProvider, OntologyRepository, SeedService],
  exports: [aliasResolverProvider, OntologyRepository, SeedService],
})
export class OntologyModule {}
