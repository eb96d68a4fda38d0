import { Module } from '@nestjs/common';
import { EntitiesController } from './entities.controller';
import { GraphController } from './graph.controller';
import { OntologyRepository } from './ontology.repository';
import { RelationshipsController } from './relationships.controller';
import { SeedService } from './seed.service';

/** Entities, aliases, relationships and the resolver. */
@Module({
  controllers: [EntitiesController, RelationshipsController, GraphController],
  providers: [OntologyRepository, SeedService],
  exports: [OntologyRepository, SeedService],
})
export class OntologyModule {}
