import { Module } from '@nestjs/common';
import { EntitiesController } from './entities.controller';
import { GraphController } from './graph.controller';
import { OntologyRepository } from './ontology.repository';
import { RelationshipsController } from './relationships.controller';
import { ResolveController } from './resolve.controller';
import { aliasResolverProvider } from './resolver.provider';
import { SeedService } from './seed.service';

@Module({
  controllers: [EntitiesController, RelationshipsController, GraphController, ResolveController],
  providers: [aliasResolverProvider, OntologyRepository, SeedService],
  exports: [aliasResolverProvider, OntologyRepository, SeedService],
})
export class OntologyModule {}
