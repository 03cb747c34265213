-- What the models of running answers have thought so far, so that a process that dies doesn't take it along. The end of an answer
-- moves it into "generations".
CREATE TABLE "generation_thoughts" (
    "generation_id" UUID NOT NULL,
    "offset" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "ms" INTEGER NOT NULL,

    CONSTRAINT "generation_thoughts_pkey" PRIMARY KEY ("generation_id", "offset")
);
ALTER TABLE "generation_thoughts" ADD CONSTRAINT "generation_thoughts_generation_id_fkey"
    FOREIGN KEY ("generation_id") REFERENCES "generations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
